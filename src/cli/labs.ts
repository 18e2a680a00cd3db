import { loadLabs } from '../labs/load.ts';
import type { CommandOptions } from './main.ts';
import { columns, json, type Report } from './report.ts';

export function labsCommand(options: CommandOptions): Report {
  const labs = loadLabs();
  if (options.json) {
    const data = labs.map(({ id, title, lesson, story, scenarios, variants, properties }) => ({
      id,
      title,
      lesson,
      story,
      scenarios: Object.keys(scenarios),
      handlers: Object.keys(variants),
      properties: Object.keys(properties),
    }));
    return { out: json(data), talk: '', status: 0 };
  }
  const rows = labs.map((lab) => [
    lab.id,
    lab.title,
    Object.keys(lab.scenarios).join(', '),
    Object.keys(lab.variants).join(', '),
  ]);
  return { out: columns([['lab', 'title', 'scenarios', 'handlers'], ...rows]), talk: '', status: 0 };
}
