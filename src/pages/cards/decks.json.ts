import { shippedDecks } from '../../components/cards/shipped.ts';

export const prerender = true;

export async function GET(): Promise<Response> {
  return Response.json(await shippedDecks());
}
