export async function handle(request: Request, { sql }: Env) {
  const body = await request.json();
  if (request.url.endsWith('/riders')) return signIn(sql, body);
  try {
    await sql.begin('immediate', (sql) => send(sql, body));
    return Response.json({ sent: body.order });
  } catch {
    return Response.json({ error: 'never mind' }); // whether it was done or not
  }
}

export async function run() {} // nothing is left for later

async function send(sql: Statement, { order, shift }: Order) {
  const [rider] = await sql`SELECT name FROM rider WHERE shift = ${shift}`;
  if (!rider) throw new Error('nobody is on duty');
  await sql`INSERT INTO dispatch (order_id, rider) VALUES (${order}, ${rider.name})`;
}

async function signIn(sql: Sql, { name, shift }: { name: string; shift: string }) {
  await sql`INSERT INTO rider (name, shift) VALUES (${name}, ${shift})`;
  return Response.json({ welcome: name }, { status: 201 });
}

type Order = { order: string; shift: string };
