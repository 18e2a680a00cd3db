const waiting: Order[] = []; // for as long as this process lives

export async function handle(request: Request, { sql }: Env) {
  const body = await request.json();
  if (request.url.endsWith('/riders')) return signIn(sql, body);
  waiting.push(body);
  return Response.json({ accepted: body.event });
}

export async function run({ sql }: Env) {
  for (const order of waiting.splice(0)) {
    try {
      await sql.begin('immediate', (sql) => send(sql, order));
    } catch {
      waiting.push(order); // for the next round
    }
  }
}

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
