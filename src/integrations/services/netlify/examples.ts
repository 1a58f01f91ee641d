import type { Example } from '../../example'

const deploy = {
  id: 'd1',
  name: 'garden',
  url: 'http://garden.example.com',
  ssl_url: 'https://garden.example.com',
  admin_url: 'https://app.netlify.com/projects/garden/deploys/d1',
  deploy_ssl_url: 'https://main--garden.netlify.app',
  branch: 'main',
  commit_ref: '1b2c3d4e5f60718293a4b5c6d7e8f90123456789',
  commit_url: 'https://github.com/tidewater/garden/commit/1b2c3d4e5f60718293a4b5c6d7e8f90123456789',
  context: 'production',
  title: 'Plant tulips',
  error_message: null,
}

const of = (event: string, payload: object = deploy): Pick<Example, 'headers' | 'payload'> => ({
  headers: { 'X-Netlify-Event': event },
  payload,
})

export const examples: readonly Example[] = [
  {
    title: 'A deploy begins',
    ...of('deploy_building'),
    message: {
      topic: 'garden / main',
      content:
        ':working_on_it: **[Deploy of garden](https://app.netlify.com/projects/garden/deploys/d1)** (Plant tulips) is running on `main` at [1b2c3d4e5f](https://github.com/tidewater/garden/commit/1b2c3d4e5f60718293a4b5c6d7e8f90123456789).',
    },
  },
  {
    title: 'A deploy succeeds',
    ...of('deploy_created'),
    message: {
      topic: 'garden / main',
      content:
        ':check: **[Deploy of garden](https://main--garden.netlify.app/)** (Plant tulips) succeeded on `main` at [1b2c3d4e5f](https://github.com/tidewater/garden/commit/1b2c3d4e5f60718293a4b5c6d7e8f90123456789).',
    },
  },
  {
    title: 'A deploy preview succeeds',
    ...of('deploy_created', { ...deploy, context: 'deploy-preview', branch: 'roses' }),
    message: {
      topic: 'garden / roses',
      content:
        ':check: **[Deploy preview of garden](https://main--garden.netlify.app/)** (Plant tulips) succeeded on `roses` at [1b2c3d4e5f](https://github.com/tidewater/garden/commit/1b2c3d4e5f60718293a4b5c6d7e8f90123456789).',
    },
  },
  {
    title: 'A deploy fails',
    ...of('deploy_failed', { ...deploy, error_message: 'The build script ended with code 2' }),
    message: {
      topic: 'garden / main',
      content: `:cross_mark: **[Deploy of garden](https://app.netlify.com/projects/garden/deploys/d1)** (Plant tulips) failed on \`main\` at [1b2c3d4e5f](https://github.com/tidewater/garden/commit/1b2c3d4e5f60718293a4b5c6d7e8f90123456789).
\`\`\`quote
The build script ended with code 2
\`\`\``,
    },
  },
  {
    title: 'Automatic publishing is stopped',
    ...of('deploy_locked'),
    message: { topic: 'garden', content: 'Automatic publishing of **garden** was stopped.' },
  },
  {
    title: 'Automatic publishing is started again',
    ...of('deploy_unlocked'),
    message: { topic: 'garden', content: 'Automatic publishing of **garden** was started again.' },
  },
  {
    title: 'An older deploy is published again',
    ...of('deploy_restored'),
    message: {
      topic: 'garden / main',
      content:
        ':check: **[Deploy of garden](https://main--garden.netlify.app/)** (Plant tulips) was published again on `main` at [1b2c3d4e5f](https://github.com/tidewater/garden/commit/1b2c3d4e5f60718293a4b5c6d7e8f90123456789).',
    },
  },
  {
    title: 'A deploy waits for an approval',
    ...of('deploy_request_pending'),
    message: {
      topic: 'garden / main',
      content:
        ':time_ticking: **[Deploy of garden](https://app.netlify.com/projects/garden/deploys/d1)** (Plant tulips) is waiting for an approval on `main` at [1b2c3d4e5f](https://github.com/tidewater/garden/commit/1b2c3d4e5f60718293a4b5c6d7e8f90123456789).',
    },
  },
  {
    title: 'A deploy is approved',
    ...of('deploy_request_accepted'),
    message: {
      topic: 'garden / main',
      content:
        ':working_on_it: **[Deploy of garden](https://app.netlify.com/projects/garden/deploys/d1)** (Plant tulips) was approved on `main` at [1b2c3d4e5f](https://github.com/tidewater/garden/commit/1b2c3d4e5f60718293a4b5c6d7e8f90123456789).',
    },
  },
  {
    title: 'A deploy is not approved',
    ...of('deploy_request_rejected'),
    message: {
      topic: 'garden / main',
      content:
        ':prohibited: **[Deploy of garden](https://app.netlify.com/projects/garden/deploys/d1)** (Plant tulips) was not approved on `main` at [1b2c3d4e5f](https://github.com/tidewater/garden/commit/1b2c3d4e5f60718293a4b5c6d7e8f90123456789).',
    },
  },
  {
    title: 'A form is filled in',
    ...of('submission_created', {
      name: 'Bo Li',
      form_name: 'visit',
      site_url: 'https://garden.example.com',
      data: { name: 'Bo Li', day: 'Sunday', ip: '192.0.2.7' },
    }),
    message: {
      topic: 'form visit',
      content: `**Bo Li** filled in the form **[visit](https://garden.example.com/)**.
* **name**: Bo Li
* **day**: Sunday`,
    },
  },
]
