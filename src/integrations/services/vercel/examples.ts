import type { Example } from '../../example'

const deployment = {
  id: 'dpl_1',
  name: 'garden',
  url: 'garden-1.vercel.app',
  meta: {
    githubCommitRef: 'main',
    githubCommitSha: '1b2c3d4e5f60718293a4b5c6d7e8f90123456789',
    githubCommitMessage: 'Plant tulips',
  },
}

const of = (type: string, payload: object): Pick<Example, 'payload'> => ({
  payload: { id: 'evt_1', type, createdAt: 1_780_000_000_000, payload },
})

const ofDeployment = (type: string, target: string | null = 'production'): Pick<Example, 'payload'> =>
  of(type, { deployment, target, links: { deployment: 'https://vercel.com/tidewater/garden/1' } })

const project = { name: 'garden' }

export const examples: readonly Example[] = [
  {
    title: 'A deployment begins',
    ...ofDeployment('deployment.created'),
    message: {
      topic: 'garden / main',
      content:
        ':working_on_it: **[Production deployment of garden](https://vercel.com/tidewater/garden/1)** (Plant tulips) is running on `main` at `1b2c3d4e5f`.',
    },
  },
  {
    title: 'A deployment succeeds',
    ...ofDeployment('deployment.succeeded'),
    message: {
      topic: 'garden / main',
      content:
        ':check: **[Production deployment of garden](https://garden-1.vercel.app/)** (Plant tulips) succeeded on `main` at `1b2c3d4e5f`.',
    },
  },
  {
    title: 'A preview fails',
    ...ofDeployment('deployment.error', null),
    message: {
      topic: 'garden / main',
      content:
        ':cross_mark: **[Deployment of garden](https://vercel.com/tidewater/garden/1)** (Plant tulips) failed on `main` at `1b2c3d4e5f`.',
    },
  },
  {
    title: 'A deployment is promoted',
    ...ofDeployment('deployment.promoted'),
    message: {
      topic: 'garden / main',
      content:
        ':check: **[Production deployment of garden](https://garden-1.vercel.app/)** (Plant tulips) was promoted to production on `main` at `1b2c3d4e5f`.',
    },
  },
  {
    title: 'A deployment is rolled back',
    ...ofDeployment('deployment.rollback'),
    message: {
      topic: 'garden / main',
      content:
        ':check: **[Production deployment of garden](https://garden-1.vercel.app/)** (Plant tulips) is live again after a rollback on `main` at `1b2c3d4e5f`.',
    },
  },
  {
    title: 'A deployment is blocked',
    ...ofDeployment('deployment.blocked'),
    message: {
      topic: 'garden / main',
      content:
        ':prohibited: **[Production deployment of garden](https://vercel.com/tidewater/garden/1)** (Plant tulips) was blocked on `main` at `1b2c3d4e5f`.',
    },
  },
  {
    title: 'A rule of the firewall applies often',
    ...of('firewall.custom-rule-anomaly', { project }),
    message: { topic: 'garden', content: ':warning: A rule of the firewall of **garden** applies unusually often.' },
  },
  {
    title: 'A deployment is cancelled',
    ...ofDeployment('deployment.canceled'),
    message: {
      topic: 'garden / main',
      content:
        ':prohibited: **[Production deployment of garden](https://vercel.com/tidewater/garden/1)** (Plant tulips) was cancelled on `main` at `1b2c3d4e5f`.',
    },
  },
  {
    title: 'The checks of a deployment fail',
    ...ofDeployment('deployment.checks.failed'),
    message: {
      topic: 'garden / main',
      content:
        ':cross_mark: **[Production deployment of garden](https://vercel.com/tidewater/garden/1)** (Plant tulips) failed its checks on `main` at `1b2c3d4e5f`.',
    },
  },
  {
    title: 'A project is created',
    ...of('project.created', { project }),
    message: { topic: 'garden', content: 'The project **garden** was created.' },
  },
  {
    title: 'A project is deleted',
    ...of('project.removed', { project }),
    message: { topic: 'garden', content: 'The project **garden** was deleted.' },
  },
  {
    title: 'A project is renamed',
    ...of('project.renamed', { project, previousName: 'yard' }),
    message: { topic: 'garden', content: 'The project **yard** was renamed to **garden**.' },
  },
  {
    title: 'A project gets a domain',
    ...of('project.domain.created', { project, domain: { name: 'garden.example.com' } }),
    message: { topic: 'garden.example.com', content: 'The domain **garden.example.com** was added to **garden**.' },
  },
  {
    title: 'A project loses a domain',
    ...of('project.domain.deleted', { project, domain: { name: 'garden.example.com' } }),
    message: { topic: 'garden.example.com', content: 'The domain **garden.example.com** was removed from **garden**.' },
  },
  {
    title: 'A domain is no longer verified',
    ...of('project.domain.unverified', { project, domain: { name: 'garden.example.com' } }),
    message: {
      topic: 'garden.example.com',
      content: ':warning: The domain **garden.example.com** is no longer verified.',
    },
  },
  {
    title: 'A domain is renewed',
    ...of('domain.renewal', { domain: { name: 'garden.example.com' } }),
    message: { topic: 'garden.example.com', content: 'The domain **garden.example.com** was renewed.' },
  },
  {
    title: 'A domain cannot be renewed',
    ...of('domain.renewal.failed', {
      domain: { name: 'garden.example.com' },
      errorReason: 'The card has expired',
      failedAt: '2026-05-04T09:30:00Z',
    }),
    message: {
      topic: 'garden.example.com',
      content: `:warning: The domain **garden.example.com** could not be renewed:
\`\`\`quote
The card has expired
\`\`\``,
    },
  },
  {
    title: 'A certificate cannot be renewed',
    ...of('domain.certificate.renew.failed', { dnsNames: ['garden.example.com'] }),
    message: {
      topic: 'garden.example.com',
      content: ':warning: It was not possible to make a new certificate for **garden.example.com**.',
    },
  },
  {
    title: 'The budget is used up',
    ...of('budget.reached', { budget: { fixedBudget: 200 } }),
    message: { topic: 'Vercel', content: ':warning: The budget of $200 is used up.' },
  },
  {
    title: 'A project is under attack',
    ...of('firewall.attack', { project }),
    message: { topic: 'garden', content: ':rotating_light: **garden** is under attack.' },
  },
  {
    title: 'An alert is triggered',
    ...of('alerts.triggered', { project, alerts: [{ title: 'Many errors', message: 'Five times as many as usual' }] }),
    message: {
      topic: 'garden',
      content: `:rotating_light: The alert Many errors was triggered.
\`\`\`quote
Five times as many as usual
\`\`\``,
    },
  },
]
