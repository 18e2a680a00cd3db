export async function handle(request: Request, env: Env) {
  const { booking, cents } = await request.json();
  const [intent] = await env.sql`INSERT INTO booking (id, cents) VALUES (${booking}, ${cents})
    ON CONFLICT (id) DO UPDATE SET cents = excluded.cents RETURNING id, cents, charge`;
  const charge = intent.charge ?? (await pay(intent, env));
  return Response.json({ charge: charge ?? 'soon' }, { status: 201 });
}

async function pay({ id, cents }: Intent, { sql, payments }: Env) {
  try {
    const charge = await payments.charge({ amount: cents, reference: id, idempotencyKey: id });
    await sql`UPDATE booking SET charge = ${charge.id} WHERE id = ${id}`;
    return charge.id;
  } catch {
    return null;
  }
}

type Intent = { id: string; cents: number };

export async function run(env: Env) {
  const begun = await env.sql<Intent>`SELECT id, cents FROM booking WHERE charge IS NULL`;
  for (const intent of begun) await pay(intent, env);
}
