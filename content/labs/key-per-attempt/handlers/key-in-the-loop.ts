type Fee = { member: string; month: string; cents: number };

export async function consume({ member, month, cents }: Fee, { payments, crypto }: Env) {
  const reference = `${member} ${month}`;
  for (let attempt = 1; ; attempt += 1) {
    const idempotencyKey = crypto.randomUUID(); // another for each attempt
    try {
      return await payments.charge({ amount: cents, reference, idempotencyKey });
    } catch (error) {
      if ((error as { code?: string }).code !== 'TIMEOUT' || attempt === 3) throw error;
    }
  }
}
