export async function consume(note: Message, { sql, queue }: Env) {
  const { account, amount } = note.body;
  await sql`INSERT INTO entry (note_id, account, amount) VALUES (${note.id}, ${account}, ${amount})`;
  await queue.ack(note).catch(unsure);
}

/** Perhaps the courier has its signature, perhaps not: then it comes again. */
function unsure(error: ServiceError) {
  if (error.code !== 'TIMEOUT') throw error;
}
