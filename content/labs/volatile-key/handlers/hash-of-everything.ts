export async function handle(request: Request, { payments, crypto }: Env) {
  const body = await request.text();
  const { checkout, customer, cents } = JSON.parse(body);
  await payments.charge({
    amount: cents,
    reference: customer,
    idempotencyKey: crypto.sha256(body), // and with it, which attempt and when
  });
  return Response.json({ paid: checkout }, { status: 201 });
}
