import type { Example } from '../../example'
import { of } from './example-requests'

const page = 'https://github.com/tidewater/garden'
const bo = { login: 'bo', html_url: 'https://github.com/bo' }
const team = { name: 'Gardeners', html_url: 'https://github.com/orgs/tidewater/teams/gardeners' }

export const peopleExamples: readonly Example[] = [
  {
    title: 'A dependency has a known weakness',
    ...of('dependabot_alert', {
      action: 'created',
      alert: {
        number: 2,
        html_url: `${page}/security/dependabot/2`,
        security_advisory: { summary: 'Leak in hose-js', severity: 'high' },
      },
    }),
    message: {
      topic: 'garden / security',
      content:
        ':warning: **[Dependency alert #2 Leak in hose-js (high)](https://github.com/tidewater/garden/security/dependabot/2)** was found in [tidewater/garden](https://github.com/tidewater/garden).',
    },
  },
  {
    title: 'An alert about code is fixed',
    ...of('code_scanning_alert', {
      action: 'fixed',
      alert: {
        number: 4,
        html_url: `${page}/security/code-scanning/4`,
        rule: { description: 'Unchecked input', security_severity_level: 'medium' },
      },
    }),
    message: {
      topic: 'garden / security',
      content:
        ':check: **[Code alert #4 Unchecked input (medium)](https://github.com/tidewater/garden/security/code-scanning/4)** was fixed in [tidewater/garden](https://github.com/tidewater/garden).',
    },
  },
  {
    title: 'A secret is resolved',
    ...of('secret_scanning_alert', {
      action: 'resolved',
      alert: {
        number: 5,
        html_url: `${page}/security/secret-scanning/5`,
        secret_type_display_name: 'Key of a weather station',
      },
    }),
    message: {
      topic: 'garden / security',
      content:
        ':check: **[Leaked secret #5 Key of a weather station](https://github.com/tidewater/garden/security/secret-scanning/5)** was resolved in [tidewater/garden](https://github.com/tidewater/garden) by **ada**.',
    },
  },
  {
    title: 'A dependency is vulnerable, in the older form',
    ...of('repository_vulnerability_alert', {
      action: 'create',
      alert: {
        affected_package_name: 'hose-js',
        external_identifier: 'CVE-2026-1',
        external_reference: 'https://example.com/CVE-2026-1',
      },
    }),
    message: {
      topic: 'garden / security',
      content:
        ':warning: Vulnerability in `hose-js` was found in [tidewater/garden](https://github.com/tidewater/garden): [CVE-2026-1](https://example.com/CVE-2026-1).',
    },
  },
  {
    title: 'A security advisory is published',
    ...of('repository_advisory', {
      action: 'published',
      repository_advisory: { summary: 'The gate is open', html_url: `${page}/security/advisories/1` },
    }),
    message: {
      topic: 'garden / security',
      content:
        ':warning: **ada** published the security advisory [The gate is open](https://github.com/tidewater/garden/security/advisories/1) of [tidewater/garden](https://github.com/tidewater/garden).',
    },
  },
  {
    title: 'Somebody gets access to the repository',
    ...of('member', { action: 'added', member: bo }),
    message: {
      topic: 'garden',
      content:
        '**ada** gave [bo](https://github.com/bo) access to [tidewater/garden](https://github.com/tidewater/garden).',
    },
  },
  {
    title: 'Somebody joins a team',
    ...of('membership', {
      action: 'added',
      member: bo,
      team,
      repository: undefined,
      organization: { login: 'tidewater' },
    }),
    message: {
      topic: 'tidewater',
      content:
        '**ada** added [bo](https://github.com/bo) to the team [Gardeners](https://github.com/orgs/tidewater/teams/gardeners).',
    },
  },
  {
    title: 'A team is created',
    ...of('team', { action: 'created', team }),
    message: {
      topic: 'garden',
      content: '**ada** created the team [Gardeners](https://github.com/orgs/tidewater/teams/gardeners).',
    },
  },
  {
    title: 'A team gets access',
    ...of('team_add', { team }),
    message: {
      topic: 'garden',
      content:
        '**ada** gave the team [Gardeners](https://github.com/orgs/tidewater/teams/gardeners) access to [tidewater/garden](https://github.com/tidewater/garden).',
    },
  },
  {
    title: 'Somebody leaves the organization',
    ...of('organization', {
      action: 'member_removed',
      membership: { user: bo },
      repository: undefined,
      organization: { login: 'tidewater' },
    }),
    message: { topic: 'tidewater', content: '**ada** removed [bo](https://github.com/bo) from the organization.' },
  },
  {
    title: 'The repository is renamed',
    ...of('repository', { action: 'renamed', changes: { repository: { name: { from: 'yard' } } } }),
    message: {
      topic: 'garden',
      content: '**ada** renamed the repository **yard** to [tidewater/garden](https://github.com/tidewater/garden).',
    },
  },
  {
    title: 'The repository becomes public',
    ...of('public', {}),
    message: {
      topic: 'garden',
      content: '**ada** made [tidewater/garden](https://github.com/tidewater/garden) public.',
    },
  },
]
