type Fee = { member: string; month: string; cents: number };

export async function consume({ member, month, cents }: Fee, { payments, crypto }: Env) {
  const reference = `${member} ${month}`;
  const idempotencyKey = crypto.randomUUID();
  let looked = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [found] = looked ? [] : await payments.find({ reference });
      if (found) return found;
      looked = true;
      return await payments.charge({ amount: cents, reference, idempotencyKey });
    } catch (error) {
      if ((error as ServiceError).code !== 'TIMEOUT' || attempt === 3) throw error;
    }
  }
}
