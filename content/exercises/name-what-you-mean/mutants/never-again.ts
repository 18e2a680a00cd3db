type Fee = { member: string; month: string; cents: number };

export async function consume({ member, month, cents }: Fee, { payments }: Env) {
  try {
    return await payments.charge({ amount: cents, reference: `${member} ${month}` });
  } catch (error) {
    if ((error as ServiceError).code !== 'TIMEOUT') throw error;
    return null;
  }
}
