/** The JavaScript that surrounds a handler in QuickJS, as text. */
import { preludeBytes } from './prelude-bytes.ts';
import { preludeCore } from './prelude-core.ts';
import { preludeEnv } from './prelude-env.ts';
import { preludeServices } from './prelude-services.ts';
import { preludeSql } from './prelude-sql.ts';
import { preludeTasks } from './prelude-tasks.ts';
import { preludeWeb } from './prelude-web.ts';

/** Its name in stacks; no handler may have it. */
export const preludeFile = 'sandbox:prelude';

/** What the prelude is told before it runs, as JSON. */
export interface PreludeConfig {
  seed: number;
  processModel: 'own' | 'shared';
  /** The task whose start begins the history; it lends an own process its random numbers. */
  first: string;
  /** The time of the first event. */
  now: number;
  services: Record<
    string,
    {
      operations: string[];
      /** What a call says where the lab does not have the service; null where it has. */
      absent: string | null;
    }
  >;
  tasks: Record<
    string,
    {
      entry: 'handle' | 'consume' | 'run';
      url: string | null;
      method: string | null;
      /** JSON of a record. */
      headers: string | null;
      /** As text; a body that came as bytes is decoded. */
      body: string | null;
      /** A body that came as bytes. */
      bodyBytes: number[] | null;
      /** JSON of the message, or null when there is none. */
      message: string | null;
    }
  >;
}

/** An expression: a function of the host's entry and the configuration, both out of the handler's reach. */
export const preludeSource = `(function (host, configText) { 'use strict';
const config = JSON.parse(configText);
${preludeCore}${preludeBytes}${preludeEnv}${preludeWeb}${preludeSql}${preludeServices}${preludeTasks}})`;
