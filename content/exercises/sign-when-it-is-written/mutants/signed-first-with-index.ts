export async function consume(note: Message, { sql, queue }: Env) {
  const { account, amount } = note.body;
  await queue.ack(note).catch(unsure);
  await sql`INSERT INTO entry (note_id, account, amount) VALUES (${note.id}, ${account}, ${amount})
    ON CONFLICT DO NOTHING`;
}

/** Perhaps the courier has its signature, perhaps not: then it comes again. */
function unsure(error: ServiceError) {
  if (error.code !== 'TIMEOUT') throw error;
}
