export async function handle(request: Request, { payments, crypto }: Env) {
  const { checkout, customer, cents } = await request.json();
  await payments.charge({
    amount: cents,
    reference: customer,
    idempotencyKey: crypto.sha256(JSON.stringify({ customer, cents })), // and if she buys it twice?
  });
  return Response.json({ paid: checkout }, { status: 201 });
}
