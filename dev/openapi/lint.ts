import { createConfig, lintFromString } from '@redocly/openapi-core'

/** The linter's problems, one in each line. */
export async function lintProblems(text: string): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      // In a path, digits are an id and everything else is a name: the server can tell `/users/7` from `/users/ada@…`.
      'no-identical-paths': 'off',
      'no-ambiguous-paths': 'off',
      // Picture endpoints only redirect.
      'operation-2xx-response': 'off',
    },
  })
  const problems = await lintFromString({ source: text, absoluteRef: '/openapi.json', config })
  return problems.map(({ ruleId, message, location }) => `${location[0]?.pointer ?? ''}: ${message} (${ruleId})`)
}
