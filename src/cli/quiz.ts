/** `quiz`: a lesson's checkpoint as a file for another system. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { zipOf } from '../cards/formats/zip-write.ts';
import { printGift } from '../checkpoints/export/gift.ts';
import { printMoodleXml } from '../checkpoints/export/moodle-xml.ts';
import { printQti } from '../checkpoints/export/qti.ts';
import { type Quiz, quizOf } from '../checkpoints/export/quiz.ts';
import { checkpointFile, loadDeck } from '../checkpoints/load.ts';
import { resolveCheckpoint } from '../checkpoints/resolve.ts';
import { explored, replayed } from '../labs/figures.ts';
import { loadLab, loadLabs } from '../labs/load.ts';
import { member } from '../schemas/read.ts';
import type { CommandOptions } from './main.ts';
import { CommandError, type Report } from './report.ts';

const formats = ['gift', 'moodle-xml', 'qti'] as const;

export async function quizCommand(lesson: string | undefined, options: CommandOptions): Promise<Report> {
  const lessons = readdirSync('content/checkpoints')
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.replace(/\.yaml$/, ''));
  const choose = `Choose one of: ${lessons.join(', ')}.`;
  if (lesson === undefined) throw new CommandError(`quiz needs a lesson. ${choose}`);
  if (!lessons.includes(lesson))
    throw new CommandError(`"${lesson}" is no lesson with a checkpoint. ${choose}`);
  const format = formats.find((each) => each === options.to);
  if (format === undefined)
    throw new CommandError(
      `${options.to === undefined ? 'quiz needs a format' : `"${options.to}" is no format of a quiz`}. Add --to with one of: ${formats.join(', ')}.`,
    );
  if (format === 'qti' && options.out === undefined)
    throw new CommandError('A QTI package is a zip file. Add --out with its name, such as quiz.zip.');
  const quiz = await loadQuiz(lesson);
  const count = `${quiz.questions.length} questions of ${lesson}`;
  if (format === 'qti') return written(options.out ?? '', packed(quiz), count);
  const text = format === 'gift' ? printGift(quiz) : printMoodleXml(quiz);
  if (options.out !== undefined) return written(options.out, text, count);
  return { out: text, talk: '', status: 0 };
}

/** A lesson's checkpoint, resolved by running its labs. */
export async function loadQuiz(lesson: string): Promise<Quiz> {
  const file = `content/checkpoints/${lesson}.yaml`;
  const raw = checkpointFile(file, readFileSync(file, 'utf8'));
  const checkpoint = await resolveCheckpoint(
    raw,
    {
      labs: loadLabs(),
      replayed,
      explored,
      // The build has checked that the lesson's page has them.
      headings: raw.items.flatMap(({ see }) => (see === undefined ? [] : [{ slug: see, text: see }])),
      cards: loadDeck(lesson)?.cards ?? [],
    },
    file,
  );
  const course: unknown = parse(readFileSync('content/course.yaml', 'utf8'));
  return quizOf(checkpoint, titleOf(course, lesson), {
    explored,
    source: (lab, handler) => loadLab(lab).variants[handler]?.source ?? '',
  });
}

function titleOf(course: unknown, lesson: string): string {
  const title = member(member(course, lesson), 'title');
  return typeof title === 'string' ? title : lesson;
}

export function packed(quiz: Quiz): Uint8Array {
  const utf8 = new TextEncoder();
  return zipOf(
    Object.fromEntries(Object.entries(printQti(quiz)).map(([name, text]) => [name, utf8.encode(text)])),
  );
}

function written(file: string, contents: string | Uint8Array, what: string): Report {
  const isNew = !existsSync(file);
  try {
    writeFileSync(file, contents);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new CommandError(`"${file}" could not be written (${reason}). Choose another path.`);
  }
  return { out: '', talk: `${what} ${isNew ? 'written to' : 'replaced what was in'} ${file}.\n`, status: 0 };
}
