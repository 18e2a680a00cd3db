export async function handle(request: Request, { sql }: Env) {
  if (request.url.endsWith('/bookings')) return checkout(sql, await request.json());
  const { event, booking } = await request.json();
  const [first] = await sql`INSERT INTO seen_event (id) VALUES (${event})
    ON CONFLICT (id) DO NOTHING RETURNING id`;
  if (!first) return Response.json({ booked: 'before' });
  try {
    await work(sql, booking);
    return Response.json({ received: 'now' });
  } catch {
    return Response.json({ booked: 'later' });
  }
}

async function work(sql: Statement, booking: string) {
  const [booked] = await sql`SELECT seat FROM booking WHERE id = ${booking}`;
  if (!booked) throw new Error('there is no such booking yet');
  await sql`INSERT INTO ticket (booking, seat) VALUES (${booking}, ${booked.seat})`;
}

async function checkout(sql: Sql, { booking, seat }: Booking) {
  await sql`INSERT INTO booking (id, seat) VALUES (${booking}, ${seat})`;
  return Response.json({ booked: seat }, { status: 201 });
}

type Booking = { booking: string; seat: string };
