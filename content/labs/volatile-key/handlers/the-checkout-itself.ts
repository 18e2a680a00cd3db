export async function handle(request: Request, { payments }: Env) {
  const { checkout, customer, cents } = await request.json();
  await payments.charge({
    amount: cents,
    reference: customer,
    idempotencyKey: `charge ${checkout}`, // what is to be done, not how it was asked for
  });
  return Response.json({ paid: checkout }, { status: 201 });
}
