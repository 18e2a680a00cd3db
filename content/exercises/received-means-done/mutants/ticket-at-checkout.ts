export async function handle(request: Request, { sql }: Env) {
  const body = await request.json();
  if (request.url.endsWith('/bookings')) {
    return sql.begin(async (sql) => {
      await sql`INSERT INTO booking (id, seat) VALUES (${body.booking}, ${body.seat})`;
      await sql`INSERT INTO ticket (booking, seat) VALUES (${body.booking}, ${body.seat})`;
      return Response.json({ booked: body.seat }, { status: 201 });
    });
  }
  const { event, booking } = body;
  return sql.begin('immediate', async (sql) => {
    const [t] = await sql`SELECT 1 FROM ticket WHERE booking = ${booking}`;
    if (t) return Response.json({ received: 'before' });
    const [b] = await sql`SELECT seat FROM booking WHERE id = ${booking}`;
    if (!b) return Response.json({ error: 'later' }, { status: 503 });
    await sql`INSERT INTO ticket (booking, seat) VALUES (${booking}, ${b.seat})`;
    return Response.json({ received: 'now' });
  });
}
