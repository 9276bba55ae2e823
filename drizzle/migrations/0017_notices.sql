CREATE TABLE "notices" (
	"id" text PRIMARY KEY NOT NULL,
	"run_id" text NOT NULL,
	"step" text NOT NULL,
	"iteration" integer[] NOT NULL,
	"title" text,
	"message" text NOT NULL,
	"severity" text NOT NULL,
	"priority" text,
	"recipients" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notices_of_step" ON "notices" USING btree ("run_id","step","iteration");--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("id") WHERE "notices"."read_at" is null;