type Fee = { member: string; month: string; cents: number };

export async function consume({ member, month, cents }: Fee, { payments }: Env) {
  const reference = `${member} ${month}`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await payments.charge({ amount: cents, reference, idempotencyKey: reference }); // the same in any process
    } catch (error) {
      if ((error as { code?: string }).code !== 'TIMEOUT' || attempt === 3) throw error;
    }
  }
}
