/**
 * Three ways in which webhooks are signed: what each is called, where it puts what, and an example that
 * somebody has published. No cryptography here: the page knows this before anybody touches the bench.
 */
import type { SigningSpec } from '../../../engine/lab.ts';

export type Scheme = SigningSpec['scheme'];

/** How a receiver makes a key of the secret that it was handed. */
export type KeyReading = 'as-it-stands' | 'decoded' | 'decoded-to-text';

export interface SchemeFacts {
  name: string;
  /** Header that carries an id, if there is one beside the body, and whether the signature covers it. */
  id: { header: string; signed: boolean } | null;
  /** Whether a time is signed, and whether a time in the future is refused as well as an old one. */
  time: { refusesFuture: boolean } | null;
  /** The reading that is right. */
  key: KeyReading;
  example: Example;
}

export interface Example {
  secret: string;
  /** Empty where the scheme has no id beside the body. */
  id: string;
  /** Whole seconds since 1970, empty where none is sent. */
  timestamp: string;
  body: string;
  /** What its publisher says the header must be. */
  signature: string;
  /** Who published it. */
  from: string;
}

/** Seconds by which a signed time may differ from the receiver’s clock: what the libraries allow. */
export const toleranceSeconds = 300;

const stripeBody = `{
  "id": "evt_123",
  "object": "event",
  "account": "acct_123",
  "api_version": "2017-05-25",
  "created": 1533204620,
  "data": {
    "object": {
      "id": "cus_123",
      "object": "customer",
      "created": 123456789,
      "email": "test@stripe.com",
      "livemode": false,
      "metadata": {}
    }
  },
  "livemode": false,
  "pending_webhooks": 1,
  "request": {
    "id": "req_123",
    "idempotency_key": "idempotency-key-123"
  },
  "type": "customer.created"
}
`;

export const schemes: Readonly<Record<Scheme, SchemeFacts>> = {
  'standard-webhooks': {
    name: 'Standard Webhooks',
    id: { header: 'webhook-id', signed: true },
    time: { refusesFuture: true },
    key: 'decoded',
    example: {
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: '1614265330',
      body: '{"test": 2432232314}',
      signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      from: 'standard-webhooks/standard-webhooks, in a test of its JavaScript library',
    },
  },
  stripe: {
    name: 'Stripe',
    id: null,
    time: { refusesFuture: false },
    key: 'as-it-stands',
    example: {
      secret: 'webhook_secret',
      id: '',
      timestamp: '1533204620',
      body: stripeBody,
      signature: 't=1533204620,v1=2220f87ef101a04665f11cdf770523143f875572008577fa0f20882ddb9cc3c7',
      from: 'stripe/stripe-dotnet, in a test',
    },
  },
  github: {
    name: 'GitHub',
    id: { header: 'x-github-delivery', signed: false },
    time: null,
    key: 'as-it-stands',
    example: {
      secret: "It's a Secret to Everybody",
      id: '72d3162e-cc78-11e3-81ab-4c9367dc0958',
      timestamp: '',
      body: 'Hello, World!',
      signature: 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
      from: 'GitHub’s documentation',
    },
  },
};

export const schemeNames = Object.keys(schemes) as Scheme[];

export const keyReadings: Readonly<Record<KeyReading, string>> = {
  'as-it-stands': 'the secret as it stands',
  decoded: 'its base64, as bytes',
  'decoded-to-text': 'its base64, as text',
};

/** What the bench is set to: what one side sends, and what the other takes for it. */
export interface BenchForm {
  scheme: Scheme;
  secret: string;
  id: string;
  timestamp: string;
  body: string;
  gotId: string;
  gotTimestamp: string;
  gotBody: string;
  /** What the receiver checks: the body as it came, or what it writes of the parsed body. */
  reads: 'raw' | 'again';
  key: KeyReading;
  /** Seconds after the signed time. */
  later: string;
}

/** The published example of a scheme, received as it was sent, two seconds later. */
export function exampleForm(scheme: Scheme): BenchForm {
  const { example, key } = schemes[scheme];
  const { secret, id, timestamp, body } = example;
  return {
    scheme,
    secret,
    id,
    timestamp,
    body,
    gotId: id,
    gotTimestamp: timestamp,
    gotBody: body,
    reads: 'raw',
    key,
    later: '2',
  };
}
