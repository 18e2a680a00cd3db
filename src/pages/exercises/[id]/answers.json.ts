/** Hints and solution, apart from the page: they are fetched when somebody asks for them. */
import type { APIRoute, GetStaticPaths } from 'astro';
import type { Answers } from '../../../components/exercise/exercise-data.ts';
import { loadExercise, loadExercises } from '../../../grading/load.ts';

export const getStaticPaths = (() =>
  loadExercises().map(({ id }) => ({ params: { id } }))) satisfies GetStaticPaths;

export const GET: APIRoute = ({ params }) => {
  const { hints, solution } = loadExercise(params['id'] ?? '');
  return Response.json({ hints, solution } satisfies Answers);
};
