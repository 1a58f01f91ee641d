import { createConfig, lintFromString } from '@redocly/openapi-core'

/** Problems that the linter finds, one in each line. */
export async function lintProblems(text: string): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      // A part of a path that is digits is an id, and else a name: the server tells `/users/7` and `/users/ada@…` apart.
      'no-identical-paths': 'off',
      'no-ambiguous-paths': 'off',
      // Pictures are answered by the address where they are.
      'operation-2xx-response': 'off',
    },
  })
  const problems = await lintFromString({ source: text, absoluteRef: '/openapi.json', config })
  return problems.map(({ ruleId, message, location }) => `${location[0]?.pointer ?? ''}: ${message} (${ruleId})`)
}
