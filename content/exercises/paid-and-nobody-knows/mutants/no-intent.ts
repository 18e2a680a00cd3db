export async function handle(request: Request, env: Env) {
  const { booking, cents } = await request.json();
  return answer(await pay({ id: booking, cents }, env));
}

async function pay({ id, cents }: Intent, { sql, payments }: Env) {
  try {
    const charge = await payments.charge({ amount: cents, reference: id, idempotencyKey: id });
    await sql`INSERT INTO booking (id, cents, charge) VALUES (${id}, ${cents}, ${charge.id})
      ON CONFLICT (id) DO UPDATE SET charge = excluded.charge`;
    return charge.id;
  } catch {
    return null;
  }
}

/** The job that finishes what was begun. */
export async function run(env: Env) {
  const begun = await env.sql<Intent>`SELECT id, cents FROM booking WHERE charge IS NULL`;
  for (const intent of begun) await pay(intent, env);
}

type Intent = { id: string; cents: number };

function answer(charge: string | null) {
  if (charge) return Response.json({ charge }, { status: 201 });
  return Response.json({ error: 'not known yet, ask again' }, { status: 503 });
}
