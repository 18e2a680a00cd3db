export async function consume(message: Message, { sql, queue }: Env) {
  const { member, points } = message.body;
  await sql.begin(async (sql) => {
    const [first] = await sql`INSERT INTO seen (message_id) VALUES (${message.id})
      ON CONFLICT DO NOTHING RETURNING message_id`;
    if (first) await sql`UPDATE account SET points = points + ${points} WHERE member = ${member}`;
    await queue.ack(message);
  });
}
