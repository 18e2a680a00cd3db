export async function handle(request: Request, { sql, payments }: Env) {
  const { booking, cents } = await request.json();
  const work = sql.begin(async (sql) => {
    const [known] = await sql`INSERT INTO booking (id, cents) VALUES (${booking}, ${cents})
      ON CONFLICT (id) DO UPDATE SET cents = excluded.cents RETURNING charge`;
    if (known.charge) return known.charge;
    const { id } = await payments.charge({ amount: cents, reference: booking }); // no ROLLBACK takes it back
    await sql`UPDATE booking SET charge = ${id} WHERE id = ${booking}`;
    return id;
  });
  return answer(await work.catch(() => null));
}

/** The job that finishes what was begun. What was begun here has been rolled back: there is never a row. */
export async function run({ sql }: Env) {
  await sql`SELECT id, cents FROM booking WHERE charge IS NULL`;
}

function answer(charge: string | null) {
  if (charge) return Response.json({ charge }, { status: 201 });
  return Response.json({ error: 'not known yet, ask again' }, { status: 503 });
}
