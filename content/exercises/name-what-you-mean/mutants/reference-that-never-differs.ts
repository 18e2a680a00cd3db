type Fee = { member: string; month: string; cents: number };

export async function consume({ member, month, cents }: Fee, { payments }: Env) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await payments.charge({ amount: cents, reference: 'fee', idempotencyKey: `${member} ${month}` });
    } catch (error) {
      if ((error as ServiceError).code !== 'TIMEOUT' || attempt === 3) throw error;
    }
  }
}
