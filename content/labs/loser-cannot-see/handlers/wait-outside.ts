export async function handle(request: Request, { sql, clock, crypto }: Env) {
  const { name } = await request.json();
  const [won] = await sql`INSERT INTO tag (name) VALUES (${name})
    ON CONFLICT (name) DO NOTHING RETURNING name`;
  if (!won) return waitForPage(sql, name, clock); // each look sees what is committed by then
  const page = `/tags/${crypto.randomUUID()}`;
  await sql`UPDATE tag SET page = ${page} WHERE name = ${name}`;
  return Response.json({ page }, { status: 201 });
}

async function waitForPage(sql: Statement, name: string, clock: Clock) {
  for (let look = 1; look <= 3; look += 1) {
    await clock.sleep(50);
    const [tag] = await sql`SELECT page FROM tag WHERE name = ${name}`;
    if (tag.page) return Response.json(tag);
  }
  return Response.json({ error: 'still being made' }, { status: 409 });
}
