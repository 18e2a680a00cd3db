export async function consume(message: Message, { clock, email, queue }: Env) {
  const { to, dueAt } = message.body;
  await clock.sleep(dueAt - clock.now()); // meanwhile the broker loses its patience
  await email.send({ to, subject: 'Your appointment is tomorrow' });
  await queue.ack(message);
}
