import { interviewData } from '../../components/interview/interview-data.ts';

export const prerender = true;

export async function GET(): Promise<Response> {
  return Response.json(await interviewData());
}
