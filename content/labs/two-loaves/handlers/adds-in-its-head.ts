export async function consume(message: Message, { sql, queue }: Env) {
  const { member, points } = message.body;
  const [account] = await sql`SELECT points FROM account WHERE member = ${member}`; // as they were
  await sql.begin(async (sql) => {
    const [first] = await sql`INSERT INTO seen (message_id) VALUES (${message.id})
      ON CONFLICT DO NOTHING RETURNING message_id`;
    if (first) await sql`UPDATE account SET points = ${account.points + points} WHERE member = ${member}`;
  });
  await queue.ack(message);
}
