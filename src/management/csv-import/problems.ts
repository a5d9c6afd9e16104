import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'

export const csvImportProblems = {
  FILE_EMPTY: {
    sentence: 'the file is empty',
    toDo: 'its first line must name the columns: {columns}',
  },
  FILE_HAS_NO_ROWS: {
    sentence: 'the file has no rows, and nothing was imported',
    toDo: 'add a row for each medicine and location below the first line',
  },
  FILE_TOO_LONG: {
    sentence: 'the file has more than {rowsMax} rows, and nothing was imported',
    toDo: 'import it with the command, which takes any number of rows',
  },
  FILE_NOT_UTF_8: {
    sentence: 'the file is not UTF-8',
    toDo: 'save it from the spreadsheet as CSV UTF-8',
  },
  FILE_HAS_NO_HEADER: {
    sentence: 'the first line does not name the columns',
    toDo: 'the columns are {columns}',
  },
  FILE_HAS_INVALID_LINES: {
    sentence: 'the file has invalid lines, and nothing was imported',
    toDo: 'fix them, then import the file again',
  },
  FILE_CHANGED: {
    sentence: 'the file changed during the import, and the rest of it was not imported',
    toDo: 'import it again: existing patients are recognised',
  },
} as const satisfies ProblemTable

export const problem = makeProblems(csvImportProblems)
