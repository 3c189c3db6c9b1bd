/** What is wrong with settings, as a start would say. */
import { ConfigError, loadConfig } from "../../src/config.js";

export function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}
