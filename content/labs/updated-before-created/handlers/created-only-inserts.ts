export async function handle(request: Request, { sql }: Env) {
  const { type, subscription, status, created } = await request.json();
  if (type === 'created') {
    await sql`INSERT INTO subscription (id, status, as_of) VALUES (${subscription}, ${status}, ${created})
      ON CONFLICT (id) DO NOTHING`; // an update has been here
  } else {
    await sql`INSERT INTO subscription (id, status, as_of) VALUES (${subscription}, ${status}, ${created})
      ON CONFLICT (id) DO UPDATE SET status = excluded.status, as_of = excluded.as_of`; // and so has another?
  }
  return Response.json({ received: true });
}
