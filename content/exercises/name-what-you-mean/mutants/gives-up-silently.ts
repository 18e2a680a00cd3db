type Fee = { member: string; month: string; cents: number };

export async function consume({ member, month, cents }: Fee, { payments }: Env) {
  try {
    return await payments.charge({ amount: cents, reference: `${member} ${month}`, idempotencyKey: `${member} ${month}` });
  } catch {
    return null;
  }
}
