export async function handle(request: Request) {
  const { cents } = await request.json();
  return Response.json({ charged: cents }, { status: 201 });
}
