CREATE TABLE "run_digests" (
	"run_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"steps" json NOT NULL,
	"errors" text NOT NULL,
	"terms" "tsvector" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "run_digests" ADD CONSTRAINT "run_digests_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_digests_created" ON "run_digests" USING btree ("created_at","run_id");--> statement-breakpoint
CREATE INDEX "run_digests_terms" ON "run_digests" USING gin ("terms");