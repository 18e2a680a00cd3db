/** The questions as a list with their answers, for readers without JavaScript. */
import type { Checkpoint, Question } from '../../checkpoints/checkpoint.ts';
import { Inline } from './Prose.tsx';

export function Printed({ checkpoint: { questions } }: { checkpoint: Checkpoint }) {
  return (
    <ol className="printed">
      {questions.map((question) => (
        <li key={question.id}>
          <p>
            <Inline text={question.question} />
          </p>
          <Choices question={question} />
          <details>
            <summary>The answer</summary>
            <Answer question={question} />
          </details>
        </li>
      ))}
    </ol>
  );
}

function Choices({ question }: { question: Question }) {
  switch (question.kind) {
    case 'single':
    case 'multiple':
    case 'predict':
      return (
        <ul>
          {question.options.map(({ text }) => (
            <li key={text}>
              <Inline text={text} />
            </li>
          ))}
        </ul>
      );
    case 'order':
      return (
        <ul>
          {question.steps.toSorted().map((step) => (
            <li key={step}>
              <Inline text={step} />
            </li>
          ))}
        </ul>
      );
    case 'spot-line':
      return (
        <pre className="card-code">
          <code>{question.code.map((line, index) => `${index + 1}  ${line}`).join('\n')}</code>
        </pre>
      );
    case 'break-it':
      return <p>{question.property.says} Find an order of steps that makes this false.</p>;
  }
}

function Answer({ question }: { question: Question }) {
  switch (question.kind) {
    case 'single':
    case 'multiple':
    case 'predict':
      return (
        <ul>
          {question.options.map(({ text, right, why }) => (
            <li key={text}>
              <b>
                {right ? 'Right: ' : 'Not right: '}
                <Inline text={text} />
              </b>{' '}
              <Inline text={why} />
            </li>
          ))}
        </ul>
      );
    case 'order':
      return (
        <>
          <ol>
            {question.steps.map((step) => (
              <li key={step}>
                <Inline text={step} />
              </li>
            ))}
          </ol>
          <p>
            <Inline text={question.why} />
          </p>
        </>
      );
    case 'spot-line':
      return (
        <>
          <ul>
            {Object.entries(question.lines).map(([line, why]) => (
              <li key={line}>
                <b>
                  Line {line}
                  {question.right.includes(Number(line)) ? ', right.' : '.'}
                </b>{' '}
                <Inline text={why} />
              </li>
            ))}
          </ul>
          <p>
            <b>Every other line.</b> <Inline text={question.otherwise} />
          </p>
        </>
      );
    case 'break-it':
      return (
        <p>
          <code>{question.counterexample}</code>. <Inline text={question.why} />
        </p>
      );
  }
}
