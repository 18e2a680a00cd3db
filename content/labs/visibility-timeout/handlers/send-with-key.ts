export async function consume(message: Message, { clock, email, queue }: Env) {
  const { to, dueAt } = message.body;
  await clock.sleep(dueAt - clock.now());
  // The message has one id at every delivery: to the provider they are one e-mail.
  await email.send({ to, subject: 'Your appointment is tomorrow', idempotencyKey: message.id });
  await queue.ack(message);
}
