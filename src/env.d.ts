declare namespace App {
  interface Locals {
    /** What the tags of a lesson need to know about the page that they stand on. */
    lesson?: import('./components/lesson/context.ts').LessonContext;
  }
}
