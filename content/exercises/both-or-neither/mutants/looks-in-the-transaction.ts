export async function consume(message: Message, { sql, queue }: Env) {
  const { member, points } = message.body;
  await sql.begin(async (sql) => {
    const [seen] = await sql`SELECT 1 FROM seen WHERE message_id = ${message.id}`;
    if (seen) return;
    await sql`UPDATE account SET points = points + ${points} WHERE member = ${member}`;
    await sql`INSERT INTO seen (message_id) VALUES (${message.id})`;
  });
  await queue.ack(message);
}
