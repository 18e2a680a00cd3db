export async function consume(note: Message, { sql, queue, crypto }: Env) {
  const { account, amount } = note.body;
  const name = `${note.id} ${crypto.randomUUID()}`;
  await sql`INSERT INTO entry (note_id, account, amount) VALUES (${name}, ${account}, ${amount})`;
  await queue.ack(note).catch(unsure);
}

/** Perhaps the courier has its signature, perhaps not: then it comes again. */
function unsure(error: ServiceError) {
  if (error.code !== 'TIMEOUT') throw error;
}
