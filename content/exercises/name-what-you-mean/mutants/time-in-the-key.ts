type Fee = { member: string; month: string; cents: number };

export async function consume({ member, month, cents }: Fee, { payments, clock }: Env) {
  const idempotencyKey = `${member} ${month} ${clock.now()} ${Math.random()}`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await payments.charge({ amount: cents, reference: `${member} ${month}`, idempotencyKey });
    } catch (error) {
      if ((error as ServiceError).code !== 'TIMEOUT' || attempt === 3) throw error;
    }
  }
}
