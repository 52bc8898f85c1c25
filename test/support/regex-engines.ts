import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A program that reads lines of JSON strings, patterns and texts, and reports for each pattern which texts match. */
interface Engine {
  readonly command: string;
  readonly file: string;
  readonly version: readonly string[];
  readonly run: readonly string[];
  readonly program: string;
}

const PYTHON: Engine = {
  command: 'python3',
  file: 'engine.py',
  version: ['--version'],
  run: [],
  program: `
import json, re, sys
patterns, texts = json.load(sys.stdin)
for pattern in patterns:
    print("".join("1" if re.search(pattern, text) else "0" for text in texts))
`,
};

const GO: Engine = {
  command: 'go',
  file: 'engine.go',
  version: ['version'],
  run: ['run'],
  program: `package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
)

func main() {
	var input [2][]string
	if err := json.NewDecoder(os.Stdin).Decode(&input); err != nil {
		panic(err)
	}
	for _, pattern := range input[0] {
		compiled := regexp.MustCompile(pattern)
		line := ""
		for _, text := range input[1] {
			if compiled.MatchString(text) {
				line += "1"
			} else {
				line += "0"
			}
		}
		fmt.Println(line)
	}
}
`,
};

// Java has no JSON parser: its program reads lines of UTF-16 units in hexadecimal, the patterns before the texts.
const JAVA: Engine = {
  command: 'java',
  file: 'Engine.java',
  version: ['-version'],
  run: [],
  program: `
import java.util.*;
import java.util.regex.Pattern;

public class Engine {
  public static void main(String[] arguments) {
    Scanner scanner = new Scanner(System.in);
    List<String> patterns = read(scanner), texts = read(scanner);
    for (String pattern : patterns) {
      Pattern compiled = Pattern.compile(pattern);
      StringBuilder line = new StringBuilder();
      for (String text : texts) line.append(compiled.matcher(text).find() ? '1' : '0');
      System.out.println(line);
    }
  }

  private static List<String> read(Scanner scanner) {
    List<String> values = new ArrayList<>();
    for (int left = Integer.parseInt(scanner.nextLine()); left > 0; left--) {
      String units = scanner.nextLine();
      StringBuilder value = new StringBuilder();
      for (int at = 0; at < units.length(); at += 4) value.append((char) Integer.parseInt(units.substring(at, at + 4), 16));
      values.add(value.toString());
    }
    return values;
  }
}
`,
};

const ENGINES = { Python: PYTHON, Go: GO, Java: JAVA };
export type EngineName = keyof typeof ENGINES;
export const ENGINE_NAMES = Object.keys(ENGINES) as readonly EngineName[];

export function hasEngine(name: EngineName): boolean {
  const { command, version } = ENGINES[name];
  return spawnSync(command, version, { stdio: 'ignore' }).status === 0;
}

/** For each pattern a line with 1 for each text that the engine finds it in, and 0 for the others. */
export function foundBy(name: EngineName, patterns: readonly string[], texts: readonly string[]): readonly string[] {
  const { command, file, run, program } = ENGINES[name];
  const folder = mkdtempSync(join(tmpdir(), 'payments-regex-'));
  try {
    writeFileSync(join(folder, file), program);
    const input = name === 'Java' ? [patterns, texts].map(hexLines).join('') : JSON.stringify([patterns, texts]);
    const options = { cwd: folder, input, encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync(command, [...run, file], options)
      .trim()
      .split('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function hexLines(values: readonly string[]): string {
  const units = (value: string) => value.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return [String(values.length), ...values.map((value) => units(value).join(''))].map((line) => `${line}\n`).join('');
}
