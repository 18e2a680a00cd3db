export async function handle(request: Request, { sql }: Env) {
  const body = await request.json();
  if (request.url.endsWith('/riders')) return signIn(sql, body);
  await sql`INSERT INTO event (id, order_id, shift) VALUES (${body.event}, ${body.order}, ${body.shift})
    ON CONFLICT (id) DO NOTHING`; // from here on it is ours
  return Response.json({ accepted: body.event }, { status: 202 });
}

export async function run({ sql }: Env) {
  const waiting = await sql`SELECT id, order_id AS "order", shift FROM event WHERE done = 0`;
  for (const event of waiting) {
    try {
      await sql.begin('immediate', async (sql) => {
        const { count } = await sql`UPDATE event SET done = 1 WHERE id = ${event.id} AND done = 0`;
        if (count === 1) await send(sql, event);
      });
    } catch {} // it lies there for the next round
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
