export async function handle(request: Request, { sql }: Env) {
  const { subscription, status, created } = await request.json();
  await sql`INSERT INTO subscription (id, status, as_of) VALUES (${subscription}, ${status}, ${created})
    ON CONFLICT (id) DO UPDATE SET status = excluded.status, as_of = excluded.as_of
    WHERE excluded.as_of > subscription.as_of`; // whatever the event is called
  return Response.json({ received: true });
}
